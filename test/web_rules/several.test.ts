import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isThisComputer } from '../../src/rules/text/this_computer.ts'
import { waysOf } from '../../web/pages/people/invite.ts'
import { readList } from '../../web/pages/people/several.ts'

test('a list of names is read as people write it, and no username is taken twice', () => {
  const { people, unclear, known } = readList(
    [
      'Ana Silva, ana@silva.example',
      'Reis, Bruno',
      '  Maria da  Cruz ',
      '',
      'Carla Dias <carla@dias.example>',
      'Ana Silva',
      'davi@luz.example Davi Luz',
      'Zoë\tPark',
    ].join('\n'),
    [{ first_name: 'Ana', last_name: 'Prado', email: '', username: 'Ana' }],
  )
  assert.deepEqual(
    people.map(({ first_name, last_name, username, email }) => [first_name, last_name, username, email]),
    [
      ['Ana', 'Silva', 'ana2', 'ana@silva.example'],
      ['Bruno', 'Reis', 'bruno.reis', ''],
      ['Maria da', 'Cruz', 'mariada.cruz', ''],
      ['Carla', 'Dias', 'carla', 'carla@dias.example'],
      ['Ana', 'Silva', 'ana.silva', ''],
      ['Davi', 'Luz', 'davi', 'davi@luz.example'],
      ['Park', 'Zoë', 'park.zoe', ''],
    ],
  )
  assert.deepEqual([unclear, known], [[], []])
})

test('a line may end with the pay per hour, as people write amounts', () => {
  const { people, unclear } = readList(
    [
      'Ana Silva, 28.50',
      'Reis, Bruno, 24,5',
      'Carla Dias <carla@dias.example> $31',
      'Davi Luz; davi@luz.example; 27 €',
      'Eva Ruiz',
      'Fay Park 4th',
      'Gil Moss, 12.345',
      'Cher 30',
      '30',
    ].join('\n'),
    [],
  )
  assert.deepEqual(
    people.map(({ first_name, last_name, email, pay_rate }) => [`${first_name} ${last_name}`, email, pay_rate]),
    [
      ['Ana Silva', '', 28.5],
      ['Bruno Reis', '', 24.5],
      ['Carla Dias', 'carla@dias.example', 31],
      ['Davi Luz', 'davi@luz.example', 27],
      ['Eva Ruiz', '', undefined],
      ['Fay Park 4th', '', undefined],
    ],
  )
  assert.deepEqual(unclear, ['Gil Moss, 12.345', 'Cher 30', '30'])
})

test('people who are here already, by their address or their name, are not added again in silence', () => {
  const here = [{ first_name: 'Ana', last_name: 'Silva', email: 'ana@silva.example', username: 'ana' }]
  const lines = ['ANA silva', 'Ana Maria Silva, Ana@silva.example', 'Silva, Ana', 'Ana Silveira']
  const { people, known } = readList(lines.join('\n'), here)
  assert.deepEqual(known, lines.slice(0, 3))
  assert.deepEqual(
    people.map(({ last_name }) => last_name),
    ['Silveira'],
  )
})

test('lines without a first and a last name, or with half an address, are named', () => {
  assert.deepEqual(
    readList('Cher\nAna Silva, ana@\n@\nBruno Reis\nDiego Ruiz, not-an-email\nRuiz Soto, Eva', []).unclear,
    ['Cher', 'Ana Silva, ana@', '@', 'Diego Ruiz, not-an-email'],
  )
})

test('people with an address are invited by email if the server sends any, others by links, and no one themselves', () => {
  const people = [
    { id: 1, email: 'ada@hill.example' },
    { id: 2, email: 'ana@silva.example' },
    { id: 3, email: '' },
  ]
  const ids = (sends_mail: boolean) => {
    const { mailed, handed } = waysOf(people, { sends_mail, user: { id: 1 } as never })
    return [mailed, handed].map((some) => some.map(({ id }) => id))
  }
  assert.deepEqual(ids(true), [[2], [3]])
  assert.deepEqual(ids(false), [[], [2, 3]])
})

test('addresses that mean the computer itself are known', () => {
  const here = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1', 'clockhouse.localhost']
  const elsewhere = ['192.168.1.20', 'time.example.com', '127.evil.example', 'localhost.example', '0.0.0.0', '']
  assert.deepEqual(
    here.map(isThisComputer),
    here.map(() => true),
  )
  assert.deepEqual(
    elsewhere.map(isThisComputer),
    elsewhere.map(() => false),
  )
})
