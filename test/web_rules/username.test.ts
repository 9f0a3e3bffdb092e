import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proposedUsername } from '../../web/pages/people/username.ts'

describe('the username of a new person', () => {
  const taken = new Set(['zoe', 'maya', 'ben', 'ben2'])
  const propose = (first_name: string, last_name = '', email = '') =>
    proposedUsername({ first_name, last_name, email }, taken)

  test('a username is proposed from the email address, or else from the name, without accents', () => {
    assert.equal(propose('Zoë', 'Núñez'), 'zoe.nunez')
    assert.equal(propose('Zoë', 'Núñez', 'z.nunez@northside.example'), 'z.nunez')
    assert.equal(propose('', '', '@northside.example'), '')
    assert.equal(propose('Zoë', 'Núñez', 'no address'), 'zoe.nunez')
    assert.equal(propose(' Mary Ann ', 'O’Hara-'), 'maryann.ohara')
    assert.equal(propose('伟', '王'), '伟.王')
    assert.equal(propose('Søren', 'Weiß'), 'soren.weiss')
    assert.equal(propose(''), '')
  })

  test('a proposed username that is taken gets the first number that is free', () => {
    assert.equal(propose('Zoë'), 'zoe2')
    assert.equal(propose('Zoë', '', 'maya@northside.example'), 'maya2')
    assert.equal(propose('Ben'), 'ben3')
  })
})
