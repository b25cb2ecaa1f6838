import { expect, test } from 'vitest'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { checkDecision, decisionsOf } from './decisions.ts'

test('a decision is one of its kind, and has a reason', () => {
  expect(checkDecision('comment', { decision: 'hide', reason: 'It names a child.' })).toEqual({})
  expect(checkDecision('comment', { decision: 'approve', reason: ' ' })).toEqual({
    decision: { code: 'decision-missing' },
    reason: { code: 'reason-missing' },
  })
})

test('a template belongs to its decision', () => {
  expect(checkDecision('zakat', { decision: 'decline', reason: 'No.', template: 'evidence' })).toEqual({})
  for (const [decision, template] of [
    ['approve', 'evidence'],
    ['decline', 'picture'],
  ] as const)
    expect(checkDecision('zakat', { decision, reason: 'No.', template })).toHaveProperty('template')
})

test('every kind can be approved and rejected, and every letter has text in both languages', () => {
  for (const [kind, decisions] of Object.entries(decisionsOf)) {
    expect(new Set(decisions.map(({ effect }) => effect))).toEqual(new Set(['approve', 'reject']))
    for (const { key, letter } of decisions)
      if (letter)
        for (const locale of ['en', 'ar'] as const)
          for (const word of [
            ...(letter.isOwn ? ['title'] : ['subject', 'title', 'text']).map((part) => `${kind}.${key}.${part}`),
            ...letter.templates.map((template) => `template.${template}`),
          ])
            expect(catalogueOf('trust/moderation-mails', locale), `${locale} ${word}`).toHaveProperty([word])
  }
})
