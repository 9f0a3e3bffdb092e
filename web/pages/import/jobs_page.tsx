import { ImportPage } from './import.tsx'
import { jobsImport } from './jobs.ts'

/** The page to import jobs. */
export default function JobsImportPage() {
  return <ImportPage kind={jobsImport} />
}
