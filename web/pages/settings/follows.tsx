import { CornerDownRight } from 'lucide-react'
import { useMe } from '../../api/start.ts'
import { useHours } from '../../components/time/hours.ts'
import type { SettingsForm } from './form.ts'
import { followsOf } from './what_follows.ts'

/** What follows from the settings of a section, also from changes that are not saved yet. */
export function Follows({ section, form }: { section: string; form: SettingsForm }) {
  const { company } = useMe()
  const hours = useHours()
  const sentences = followsOf(section, form.value, { zone: company.zone, hours })
  if (sentences.length === 0) return null
  return (
    <div className="settings-follows" role="status">
      <CornerDownRight size={18} aria-hidden="true" />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}
