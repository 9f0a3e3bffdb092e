import { ImportPage } from './import.tsx'
import { peopleImport } from './people.ts'

/** The page to import people. */
export default function PeopleImportPage() {
  return <ImportPage kind={peopleImport} />
}
