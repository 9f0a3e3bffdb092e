import { useState } from 'react'
import { useMe } from '../../../api/start.ts'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { filledFrom, type ShiftForm, templateOf, templateProblem } from './shift_form.ts'
import { nameMax, type Template } from './templates.ts'

/** The form of a shift as it opened and as it is now, and how to change it. */
type Given = { opened: ShiftForm; form: ShiftForm; change: (to: (form: ShiftForm) => ShiftForm) => void }

/** The state of the templates in a shift's form. */
export type TemplateInForm = ReturnType<typeof useTemplate>

/** Fills a shift's form from a template, and saves the form as a template. */
export function useTemplate({ opened, form, change }: Given) {
  const me = useMe()
  const jobs = useJobs(undefined, me.may('manage_company_schedules', 'manage_schedules'))
  const [chosen, setChosen] = useState<Template>()
  const [naming, setNaming] = useState(false)
  const [savedAs, setSavedAs] = useState('')
  const { title, jobcode_id } = form
  const jobName = jobcode_id === 0 ? '' : (jobs.byId.get(jobcode_id)?.name ?? '')
  const offersJob = (id: number) => !jobs.ready || jobs.mayUse(id)
  return {
    chosen,
    /** Fills the form from a template, or as it opened; the people and the day stay. */
    choose: (template: Template | undefined) => {
      setChosen(template)
      change((before) => filledFrom(before, template ?? templateOf(opened), offersJob))
    },
    /** What a template of the form has. */
    fields: templateOf({ ...form, jobcode_id: offersJob(jobcode_id) ? jobcode_id : 0 }),
    /** Why the form cannot be a template; undefined if it can. */
    problem: templateProblem(form),
    /** Whether the form asks for the name of a template. */
    naming,
    setNaming,
    /** The name that the form suggests. */
    suggested: chosen?.name ?? (title.trim() || jobName).slice(0, nameMax),
    /** The name under which the form was saved as a template; else ''. */
    savedAs,
    saved: (template: Template) => {
      setNaming(false)
      setChosen(template)
      setSavedAs(template.name)
    },
  }
}
