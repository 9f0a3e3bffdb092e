import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { run } from '../../src/cli/program.ts'

// `node test/support/command_host.ts SOCKET` runs commands of clockhouse for FreshClone, in the folder where it was
// started. Most of the time of a command goes into loading the program, which this does once. A request has the words
// and the environment as a form; the answer is a script for a shell that prints what the command has printed and exits
// as it does.

createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request))
  const lines = form.get('env')!.split('\n')
  const env = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]))
  const printed: string[] = []
  const code = await run(form.getAll('word'), {
    env,
    interactive: false,
    write: (text) => printed.push(`printf %s ${quoted(text)}`),
    writeError: (text) => printed.push(`printf %s ${quoted(text)} >&2`),
    readInput: () => '',
    exitCode: 0,
  })
  response.end([...printed, `exit ${code}`].join('\n'))
}).listen(process.argv[2], () => console.log('ready'))

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
