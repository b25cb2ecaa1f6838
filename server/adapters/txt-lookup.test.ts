import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { createDemoDns, withDemoDns } from './demo-dns.ts'
import { createTxtLookup, type TxtLookup } from './txt-lookup.ts'

const name = '_sunbul.give.umeed.example'
let dns: Awaited<ReturnType<typeof startDnsServer>>
let lookUp: TxtLookup
beforeAll(async () => {
  dns = await startDnsServer()
  lookUp = createTxtLookup([dns.address], { tryMs: 200, maxMs: 1500 })
})
afterAll(() => dns.stop())

test('reads a value, a changed one, several records and one of several strings (pages-16)', async () => {
  dns.records.set(name, [['first']])
  expect(await lookUp(name)).toEqual({ kind: 'found', values: ['first'] })
  dns.records.set(name, [['changed']])
  expect(await lookUp(name)).toEqual({ kind: 'found', values: ['changed'] })
  dns.records.set(name, [['v=spf1 -all'], ['a'.repeat(255), 'b']])
  expect(await lookUp(name)).toEqual({ kind: 'found', values: ['v=spf1 -all', `${'a'.repeat(255)}b`] })
})

test('a name that doesn’t exist and one without a TXT record have none (pages-16)', async () => {
  dns.records.set(name, 'nxdomain')
  expect(await lookUp(name)).toEqual({ kind: 'none' })
  dns.records.set(name, [])
  expect(await lookUp(name)).toEqual({ kind: 'none' })
})

test.each(['servfail', 'refused', 'silent'] as const)(
  '%s says nothing about the record (pages-17)',
  async (behaviour) => {
    dns.records.set(name, behaviour)
    expect(await lookUp(name)).toEqual({ kind: 'unreachable' })
  },
)

test('a demo answers *.test from the entered records without a DNS request', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-dns-'))
  const demoDns = createDemoDns(folder)
  const demo = withDemoDns(demoDns, lookUp)
  const typed = '_sunbul.give.umeed.test'
  dns.requestedNames.length = 0
  expect(await demo(typed)).toEqual({ kind: 'none' })
  await demoDns.set(typed, 'value')
  await demoDns.set('_sunbul.other.test', 'another')
  // Another process of the demo reads the same file.
  expect(await withDemoDns(createDemoDns(folder), lookUp)(typed)).toEqual({ kind: 'found', values: ['value'] })
  await demoDns.set(typed, '')
  expect(await demo(typed)).toEqual({ kind: 'none' })
  expect(await demoDns.list()).toEqual([{ name: '_sunbul.other.test', value: 'another' }])
  expect(dns.requestedNames).toEqual([])
  dns.records.set(name, [['value']])
  expect(await demo(name)).toEqual({ kind: 'found', values: ['value'] })
  fs.rmSync(folder, { recursive: true })
})
