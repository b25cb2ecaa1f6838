import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const loaded = { name: 'Umeed', phone: '1', about: 'One\nTwo' }

test('sends only what was changed, so that two people lose nothing in different fields', () => {
  const saved = { ...loaded, phone: '2' }
  const typed = { ...loaded, name: 'Umeed Trust', about: 'One\r\nTwo' }
  expect(mergeChanges(typed, { loaded, saved })).toEqual({ changes: { name: 'Umeed Trust' }, conflicts: {} })
})

test('names a field that both changed, with the other text, and none if both wrote the same', () => {
  const typed = { ...loaded, name: 'Umeed Trust', phone: '3' }
  const { conflicts } = mergeChanges(typed, { loaded, saved: { ...loaded, name: 'Umeed Trust', phone: '2' } })
  expect(conflicts).toEqual({ phone: { code: 'changed-meanwhile', params: { text: '\u20682\u2069' } } })
})

test('without a conflict the result has every change of both', () => {
  const value = fc.constantFrom('a', 'b', 'c')
  const texts = fc.record({ name: value, phone: value, about: value })
  fc.assert(
    fc.property(texts, texts, texts, (first, typed, saved) => {
      const { changes, conflicts } = mergeChanges(typed, { loaded: first, saved })
      const merged = { ...saved, ...changes }
      for (const name of ['name', 'phone', 'about'] as const) {
        if (typed[name] !== first[name]) expect(merged[name]).toBe(typed[name])
        else expect(merged[name]).toBe(saved[name])
        const isLost = typed[name] !== first[name] && saved[name] !== first[name] && saved[name] !== typed[name]
        expect(name in conflicts).toBe(isLost)
      }
    }),
  )
})
