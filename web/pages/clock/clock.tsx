import { Card, Page } from '../../parts/page.tsx'

/** Where people clock in and out. */
export default function ClockPage() {
  return (
    <Page title="Clock">
      <Card>…</Card>
    </Page>
  )
}
