import { ImportPage } from './import.tsx'
import { jobsImport } from './jobs.ts'

/** Jobs from a file. */
export default function JobsImportPage() {
  return <ImportPage kind={jobsImport} />
}
