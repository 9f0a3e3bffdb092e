import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

describe('the check of commit messages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-commits-'))
  after(() => rmSync(folder, { recursive: true }))
  const run = (command: string, ...args: string[]) => {
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_DIR: join(folder, '.git'),
    }
    return spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
  }
  const git = (...args: string[]) => run('git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args)
  git('init', '--quiet')

  const why = 'It could not be read.'
  const cases: [message: string, finding: RegExp | undefined][] = [
    [`feat: print every name\n\n${why}`, undefined],
    [`fix(web)!: GET what is new\n\n${why}\n\nhttps://example.com/${'a'.repeat(80)}`, undefined],
    [`docs: zählen\n\n${'ä'.repeat(72)}`, undefined],
    [`Print every name\n\n${why}`, /The subject is not "type: what it does"/],
    [`feat: Print every name\n\n${why}`, /in lower case after the colon/],
    [`feature: print every name\n\n${why}`, /The subject is not/],
    [`feat: print ${'every '.repeat(11)}name\n\n${why}`, /The subject has 82 characters, more than 72\./],
    ['feat: print every name', /There is no body that says why\./],
    [`feat: print every name\n\n${'a'.repeat(73)}`, /A line of the body has more than 72 characters\./],
  ]
  for (const [message, finding] of cases)
    test(`a commit message is ${finding ? 'refused' : 'accepted'}: ${JSON.stringify(message.slice(0, 40))}`, () => {
      git('commit', '--quiet', '--allow-empty', '--message=test: begin')
      git('commit', '--quiet', '--allow-empty', `--message=${message}`)
      const { status, stdout, stderr } = run('bash', join(import.meta.dirname, '../../.ci/commits'), 'HEAD~1..HEAD')
      assert.equal(stdout, `1 commits, ${finding ? 1 : 0} findings\n`, stderr)
      assert.equal(status, finding ? 1 : 0)
      if (finding) assert.match(stderr, finding)
    })
})
