import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isThisComputer } from '../../src/rules/text/this_computer.ts'
import { waysOf } from '../../web/pages/people/invite.ts'
import { readList } from '../../web/pages/people/several.ts'
import { lookText, refusedText } from '../../web/pages/people/several_words.ts'

test('a list of names is read as people write it, and no username is taken twice', () => {
  const { people, refused } = readList(
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
  assert.deepEqual(refused, [])
  assert.deepEqual(
    people.filter(({ looks }) => looks.length > 0).map(({ number, looks }) => [number, looks]),
    [
      [6, [{ of: 'same_name', number: 1 }]],
      [8, [{ of: 'names' }]],
    ],
  )
})

test('a line may end with the pay per hour, as people write amounts', () => {
  const { people, refused } = readList(
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
  assert.deepEqual(
    refused.map(({ number, problem }) => [number, problem]),
    [
      [7, 'decimals'],
      [8, 'number'],
      [9, 'first'],
    ],
  )
})

test('people who are here already, by their address or their name, are not added again in silence', () => {
  const here = [{ first_name: 'Ana', last_name: 'Silva', email: 'ana@silva.example', username: 'ana' }]
  const lines = ['ANA silva', 'Ana Maria Silva, Ana@silva.example', 'Silva, Ana', 'Ana Silveira']
  const { people, refused } = readList(lines.join('\n'), here)
  assert.deepEqual(
    refused.map(({ line, problem }) => [line, problem]),
    lines.slice(0, 3).map((line) => [line, 'known']),
  )
  assert.deepEqual(
    people.map(({ last_name }) => last_name),
    ['Silveira'],
  )
})

/** What a list is read as: people with their pay, the questions about them, and what is wrong with lines. */
function readAs(text: string, currency = 'USD', maySetPay = true): string[] {
  const { people, refused } = readList(text, [], { currency, maySetPay })
  const read = people.map((person) => {
    const { first_name, last_name, email, pay_rate, looks } = person
    return [`${first_name}|${last_name}`, email, pay_rate, ...looks.map((look) => lookText(look, person))]
      .filter((part) => part !== '' && part !== undefined)
      .join(' ')
  })
  return [...read, ...(refusedText(refused)?.split('\n') ?? [])]
}

test('each way to write a person is read, asked about, or refused by its line and what is wrong with it', () => {
  const order = (first: string, last: string) => `Is “${first}” the first name, and “${last}” the last name?`
  const read: [string, string][] = [
    ['Kowalski, Jan', 'Jan|Kowalski'],
    ['Kowalski, Jan, 27,50', 'Jan|Kowalski 27.5'],
    ['van der Berg, Piet, 22', 'Piet|van der Berg 22'],
    ['de la Cruz, Maria Jose', 'Maria Jose|de la Cruz'],
    ['Ana Silva; 30', 'Ana|Silva 30'],
    ['Ana Silva\tana@x.example\t30', 'Ana|Silva ana@x.example 30'],
    ['Ana Silva <ana@x.example>', 'Ana|Silva ana@x.example'],
    ['"Silva, Ana" <ana@x.example>', 'Ana|Silva ana@x.example'],
    ['"Silva, Ana",ana@x.example,30', 'Ana|Silva ana@x.example 30'],
    ['Ana Silva,,30\r', 'Ana|Silva 30'],
    ['Ana Silva 30/h', 'Ana|Silva 30'],
    ['Ana Silva $30 an hour', 'Ana|Silva 30'],
    ['Ana Silva, 30 per hour', 'Ana|Silva 30'],
    ['Ana Silva $30', 'Ana|Silva 30'],
    ['Ana Silva - $30', 'Ana|Silva 30'],
    ['Ana Silva 30.00', 'Ana|Silva 30'],
    ['Ana Silva USD 30', 'Ana|Silva 30'],
    ['1. Ana Silva', 'Ana|Silva'],
    ['2) Ana Silva, 30', 'Ana|Silva 30'],
    ['• Ana Silva', 'Ana|Silva'],
    ['John Smith Jr.', 'John|Smith Jr.'],
    ['John Smith, Jr., 30', 'John|Smith Jr. 30'],
    ['Robert "Bob" O’Brien-Núñez', 'Robert "Bob"|O’Brien-Núñez'],
  ]
  const asked: [string, string][] = [
    ['Ana Silva, 285', 'Ana|Silva 285 Really 285.00 an hour?'],
    ['Ana Silva, 2', 'Ana|Silva 2 Really 2.00 an hour?'],
    ['Ana Silva, 30 €', 'Ana|Silva 30 “30 €” is in another currency. Is the number right?'],
    ['Ana\tSilva', `Silva|Ana ${order('Silva', 'Ana')}`],
    ['Ruiz Soto, Eva', `Eva|Ruiz Soto ${order('Eva', 'Ruiz Soto')}`],
  ]
  const name = 'Enter a first and a last name.'
  const first = 'The name comes first, then the email address and pay.'
  const people = 'This seems to name several people. Write one person per line.'
  const heading = 'This is a heading. Take it off the list.'
  const number = (text: string) => `Is “${text}” pay? Write a comma before it, or take it off.`
  const decimals = (text: string) =>
    `“${text}” has too many decimals, or a mark between thousands. Write an amount such as 28.50.`
  const amount = (text: string) => `“${text}” is not pay per hour. Write an amount such as 28.50.`
  const unread = (text: string) => `“${text}” is not a name, an email address, or pay. Take it off.`
  const email = (text: string) => `“${text}” is not a complete email address.`
  const refused: [string, string][] = [
    ['Cher', name],
    ['30', first],
    ['-5', first],
    ['30, Ana Silva', first],
    ['1001 Ana Silva', first],
    ['John Smith 2', number('2')],
    ['ANA SILVA 30', number('30')],
    ['Ana Silva - 30', number('30')],
    ['Ana Silva: 30', number('30')],
    ['Ana Silva, Bob Jones', people],
    ['Ana Silva, Bob Jones, Carl Orff', people],
    ['Ana & Bob Silva', people],
    ['Name, Email, Pay', heading],
    ['Name Email Pay', heading],
    ['First name\tLast name', heading],
    ['Pat Doe, pat@x.example, 28.50, 30', '“30” is a second amount.'],
    ['Ana Silva, 25, 50', '“50” is a second amount.'],
    ['Ana Silva, a@x.example, b@x.example', '“b@x.example” is a second email address.'],
    ['Tom Reed, tom@ridgeline, 25', email('tom@ridgeline')],
    ['Ana Silva, ana@', email('ana@')],
    ['@', email('@')],
    ['Ana Silva @ 30', email('@')],
    ['Ana Silva, 28.505', decimals('28.505')],
    ['Ana Silva, 1,250.00', decimals('1,250.00')],
    ['Ana Silva, 1,250', decimals('1,250')],
    ['Ana Silva, -5', amount('-5')],
    ['Ana Silva, 60000/year', amount('60000/year')],
    ['Ana Silva, 30k', amount('30k')],
    ['Ana Silva 40h', amount('40h')],
    ['Ana Silva, 555-123-4567', amount('555-123-4567')],
    ['Ana Silva, manager', unread('manager')],
    ['Ana Silva, 30, manager', unread('manager')],
    ['Diego Ruiz, not-an-email', unread('not-an-email')],
    ['Ana <a@x.example> Silva', unread('Silva')],
    ['Ana Silva (foreman)', unread('(foreman)')],
    ['Ana Silva | 30', unread('|')],
  ]
  for (const [line, expected] of [...read, ...asked]) assert.deepEqual(readAs(line), [expected], line)
  for (const [line, problem] of refused)
    assert.deepEqual(readAs(`Eva Park\n\n${line}`), ['Eva|Park', `Line 3, “${line}”: ${problem}`], line)
  assert.deepEqual(readAs('Ana Silva, 30', 'USD', false), [
    'Line 1, “Ana Silva, 30”: Only administrators set pay. Take “30” off.',
  ])
})

test('someone who is on the list twice is refused, and someone of the same name asked about', () => {
  const twice = 'This is the same person as on line 1.'
  for (const [one, other] of [
    ['Maria Lopez', 'maria lopez'],
    ['Maria Lopez, m@x.example', 'Maria Ruiz Lopez, M@x.example'],
  ] as const)
    assert.equal(readAs(`${one}\n${other}`)[1], `Line 2, “${other}”: ${twice}`)
  for (const [one, other] of [
    ['Maria Lopez, m@x.example', 'Maria Lopez'],
    ['Maria Lopez', 'Maria Lopez, m@x.example'],
    ['Maria Lopez, a@x.example', 'Maria Lopez, b@x.example'],
  ] as const)
    assert.match(readAs(`${one}\n${other}`)[1]!, /Not the person on line 1\?$/)
})

test('pay is usual if others here get as much, and only some of many wrong lines are told', () => {
  const here = [
    { first_name: 'Al', last_name: 'Gro', email: '', username: 'al', pay_rate: 1600, pay_interval: 'hour' },
    { first_name: 'Bo', last_name: 'Gro', email: '', username: 'bo', pay_rate: 2, pay_interval: 'hour' },
  ]
  assert.deepEqual(
    readList('Ana Silva, 2500\nEva Park, 3\nIda Berg, 4000', here).people.map(({ looks }) => looks.length),
    [0, 0, 1],
  )
  assert.deepEqual(readAs('Cher\n'.repeat(7)).slice(4), [
    'Line 5, “Cher”: Enter a first and a last name.',
    '2 more lines are not read.',
  ])
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
