import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveIn, isNewer } from '../../src/rules/versions.ts'

test('a version is newer by its numbers, and what is between releases is older than the release that follows', () => {
  const inOrder = ['0.3.0-dev+4ee58d48', '0.3.0', '0.3.1-dev', '0.3.1', '0.3.10', '0.10.0', '1.0.0-dev', '1.0.0']
  for (const [index, version] of inOrder.entries())
    for (const [other, than] of inOrder.entries())
      assert.equal(isNewer(version, than), index > other, `${version} ${than}`)
  assert.equal(isNewer('0.3.0-dev+1', '0.3.0-dev+2'), false)
  assert.equal(isNewer('garbage', '0.3.0'), false)
})

test('the archive for a platform is found among the files of a release', () => {
  const hash = (digit: string) => digit.repeat(64)
  const sums = `${hash('a')}  clockhouse-0.4.0.tgz
${hash('b')}  clockhouse_0.4.0_amd64.deb
${hash('c')}  clockhouse-0.4.0-darwin-arm64.tar.gz
${hash('d')} *clockhouse-0.4.0-win-x64.zip
${hash('e')}  ../clockhouse-0.4.0-linux-x64.tar.gz
`
  assert.deepEqual(archiveIn(sums, 'win-x64'), {
    version: '0.4.0',
    file: 'clockhouse-0.4.0-win-x64.zip',
    sha256: hash('d'),
  })
  assert.equal(archiveIn(sums)?.file, 'clockhouse-0.4.0-darwin-arm64.tar.gz')
  assert.equal(archiveIn(sums, 'linux-x64'), undefined, 'a file in another folder is none of the release')
  assert.equal(archiveIn('<html>'), undefined)
})
