import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isPrivateHost, isPublicAddress } from '../../src/company/public_addresses.ts'
import { encryptPush, isSubscription, topicOf } from '../../src/notifications/web_push.ts'
import { payloadBytesMax, payloadOf } from '../../src/rules/notifications/delivery.ts'
import { decrypt } from '../support/push_service.ts'

const bits = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  theirPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ourPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7' +
    'A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a push is encrypted byte for byte as in RFC 8291', () => {
  const random = (bytes: number) => bits(bytes === 32 ? vector.ourPrivate : vector.salt)
  assert.equal(encryptPush(vector.text, vector, random).toString('base64url'), vector.body)
})

test('browsers can decrypt every push: an empty text, the longest one, any characters', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  for (const text of ['', 'x'.repeat(payloadBytesMax), 'Grüße 👩‍🚀 \u0002']) {
    const body = encryptPush(text, keys, randomBytes)
    assert.ok(body.length <= 4096)
    assert.equal(decrypt(body, { pair, auth: bits(keys.auth) }), text)
  }
  pair.setPrivateKey(bits(vector.theirPrivate))
  assert.equal(decrypt(bits(vector.body), { pair, auth: bits(vector.auth) }), vector.text)
})

test('a random number that is not a private key is skipped', () => {
  const numbers = [Buffer.alloc(32, 255), Buffer.alloc(32), bits(vector.ourPrivate)]
  const random = (bytes: number) => (bytes === 32 ? numbers.shift()! : bits(vector.salt))
  assert.equal(encryptPush(vector.text, vector, random).toString('base64url'), vector.body)
})

test('valid push subscriptions are distinguished from invalid ones', () => {
  const { p256dh, auth } = vector
  const offCurve = Buffer.from(bits(p256dh))
  offCurve[64]! ^= 1
  assert.equal(isSubscription({ p256dh, auth }), true)
  for (const [wrong, right] of [
    ['', auth],
    ['x', auth],
    [Buffer.alloc(65).toString('base64url'), auth],
    [Buffer.alloc(65, 4).toString('base64url'), auth],
    [offCurve.toString('base64url'), auth],
    [p256dh, ''],
    [p256dh, 'AAAA'],
    [p256dh, `${auth}AAAA`],
  ] as const)
    assert.equal(isSubscription({ p256dh: wrong, auth: right }), false, wrong)
})

test('the payload of a push that is too long is cut between characters', () => {
  const fields = (body: string) => ({ id: 1, body, path: '/schedule' })
  assert.equal(JSON.parse(payloadOf(fields('Short'))).body, 'Short')
  for (const letter of ['x', 'é', '日', '👩‍🚀', '"', '\u0001', 'e\u0301']) {
    const text = letter.repeat(2000)
    const payload = payloadOf(fields(text))
    const size = Buffer.byteLength(payload)
    assert.ok(size <= payloadBytesMax, `${letter}: ${size}`)
    const { body, id, path } = JSON.parse(payload)
    assert.deepEqual([id, path], [1, '/schedule'])
    if (body === text) continue
    assert.ok(size > payloadBytesMax - 40, `${letter}: ${size} bytes leave room`)
    assert.match(body, /…$/)
    assert.equal(body.slice(0, -1).replaceAll(letter, ''), '', 'only whole characters')
  }
})

test('the topic of a push is the same for a kind and a person, and short enough', () => {
  assert.equal(topicOf(1, 2, 'shift'), topicOf(1, 2, 'shift'))
  assert.match(topicOf(1, 2, 'shift'), /^[\w-]{32}$/)
  const different = [topicOf(1, 2, 'shift'), topicOf(1, 2, 'message'), topicOf(1, 3, 'shift'), topicOf(12, 2, 'shift')]
  assert.equal(new Set(different).size, 4)
})

test('public addresses are distinguished from private ones', () => {
  const near = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['168.63.129.16', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', 'fe80::1', 'fe80::1%eth0'],
    ...['fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1'],
    ...['', 'localhost', '1.2.3', '0x7f.0.0.1'],
  ]
  assert.deepEqual(near.filter(isPublicAddress), [])
  const wide = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.167.255.255', '2606:4700::1111', '2a00:1450:4001::1']
  assert.deepEqual(
    wide.filter((address) => !isPublicAddress(address)),
    [],
  )
})

test('a private address in a URL is recognized however it is written', () => {
  for (const host of [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '169.254.169.254',
    ],
    ...['localhost', 'LOCALHOST', 'localhost.', 'intranet', 'push.local', 'metadata.google.internal', 'a.localhost'],
  ])
    assert.equal(isPrivateHost(new URL(`https://${host}/`).hostname), true, host)
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', '8.8.8.8'])
    assert.equal(isPrivateHost(new URL(`https://${host}/`).hostname), false, host)
})
