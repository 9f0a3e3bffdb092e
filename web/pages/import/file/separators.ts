import { msg } from '../../../../src/rules/language/messages.ts'

/** What can separate the cells of a row, and its name, as a message. */
export const separatorNames: Readonly<Record<string, string>> = {
  ',': msg('comma'),
  ';': msg('semicolon'),
  '\t': msg('tab'),
  '|': msg('vertical bar'),
}
