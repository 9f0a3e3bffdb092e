import { ImportPage } from './import.tsx'
import { peopleImport } from './people.ts'

/** People from a file. */
export default function PeopleImportPage() {
  return <ImportPage kind={peopleImport} />
}
