import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearAfterLogout, storeInTab, readFromTab as keptInTab, readStored, writeStored } from './storage.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})

// Other tests run in the same process.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document')
  Reflect.deleteProperty(globalThis, 'sessionStorage')
})

test('returns stored values, and deletes them on request [S1 §3]', () => {
  writeStored('donationAmount', { amount: '3000', currency: 'USD' })
  expect(readStored('donationAmount')).toEqual({ amount: '3000', currency: 'USD' })
  writeStored('donationAmount', undefined)
  expect(readStored('donationAmount')).toBeUndefined()
})

test.each([
  '{',
  'null',
  '[]',
  '"20"',
  '{"version":0,"value":true}',
  '{"version":1,"value":"yes"}',
  '{"version":1,"value":{"__proto__":{}}}',
])('a corrupt entry is as if it were not there: %s [S2 §9]', (text) => {
  kept.set('userTaxDeductiblePreference', text)
  expect(readStored('userTaxDeductiblePreference')).toBeUndefined()
})

test('works without browser storage', () => {
  Object.assign(globalThis, {
    localStorage: {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('full')
      },
    },
  })
  expect(() => writeStored('savedCard', 'pm_1')).not.toThrow()
  expect(readStored('savedCard')).toBeUndefined()
})

test('deletes personal values only after logout [S2 §4]', () => {
  const tab = new Map([
    ['sunbul.thanks', '{}'],
    ['another', 'x'],
  ])
  const browser = { cookie: 'lang=en' }
  Object.assign(globalThis, {
    document: browser,
    sessionStorage: Object.assign(Object.fromEntries(tab), { removeItem: (key: string) => void tab.delete(key) }),
  })
  writeStored('basket', 'b1')
  writeStored('savedCard', 'pm_1')
  clearAfterLogout()
  expect(readStored('basket')).toBe('b1')
  browser.cookie = 'lang=en; left=1'
  clearAfterLogout()
  expect([readStored('basket'), readStored('savedCard'), kept.size]).toEqual([undefined, undefined, 0])
  expect([...tab.keys()]).toEqual(['another'])
  expect(browser.cookie).toContain('left=; Path=/; Max-Age=0')
})

test('a tab’s values are available until its page unloads, even without browser storage', () => {
  const denied = () => {
    throw new Error('denied')
  }
  Object.assign(globalThis, { sessionStorage: { getItem: denied, setItem: denied } })
  storeInTab('sunbul.visit', 'one')
  expect(keptInTab('sunbul.visit')).toBe('one')
  const written = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: { getItem: (key: string) => written.get(key) ?? null, setItem: written.set.bind(written) },
  })
  storeInTab('sunbul.visit', 'two')
  expect([keptInTab('sunbul.visit'), written.get('sunbul.visit')]).toEqual(['two', '"two"'])
  storeInTab('sunbul.visit', undefined)
  expect(keptInTab('sunbul.visit')).toBeUndefined()
  written.set('sunbul.visit', 'no JSON')
  expect(keptInTab('sunbul.visit')).toBeUndefined()
})
