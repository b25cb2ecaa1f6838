import { expect, test } from 'vitest'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { checkDecision, decisionsOf, findDecision } from './decisions.ts'

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

test('a reason and a message have at most 2,000 characters, and only the reason is required', () => {
  const longest = '🌙'.repeat(2000)
  expect(checkDecision('comment', { decision: 'hide', reason: longest, message: longest })).toEqual({})
  const tooLong = { code: 'text-too-long', params: { max: 2000 } }
  expect(checkDecision('comment', { decision: 'hide', reason: `${longest}x`, message: 'No.' })).toEqual({
    reason: tooLong,
  })
  expect(checkDecision('comment', { decision: 'hide', reason: 'No.', message: `${longest}x` })).toEqual({
    message: tooLong,
  })
})

test.each([{}, { message: '' }, { message: ' \n ' }, { template: '' }])(
  'a rejection by a letter of the subject’s own module needs a text, not %j',
  (text) => {
    const missing = { message: { code: 'letter-missing' } }
    expect(checkDecision('fundraiser', { decision: 'send-back', reason: 'No.', ...text })).toEqual(missing)
    expect(checkDecision('refund', { decision: 'refuse', reason: 'No.', ...text })).toEqual(missing)
  },
)

test('a template or a message is the text of a rejection', () => {
  const sendBack = { decision: 'send-back', reason: 'No.' }
  expect(checkDecision('fundraiser', { ...sendBack, template: 'story' })).toEqual({})
  expect(checkDecision('fundraiser', { ...sendBack, message: 'Please add a picture.' })).toEqual({})
  expect(checkDecision('fundraiser', { ...sendBack, template: 'story', message: 'Please add a picture.' })).toEqual({})
})

test('an approval, a decision without a letter and a letter with a text of its own need no message', () => {
  expect(checkDecision('ownership', { decision: 'apply', reason: 'Fine.' })).toEqual({})
  expect(checkDecision('payment', { decision: 'keep-payment', reason: 'Fine.' })).toEqual({})
  expect(checkDecision('zakat', { decision: 'decline', reason: 'No.' })).toEqual({})
})

test('a template of no letter and of no decision is refused at its field', () => {
  const template = { template: { code: 'invalid-value' } }
  expect(checkDecision('comment', { decision: 'hide', reason: 'No.', template: 'story' })).toEqual(template)
  expect(checkDecision('edit', { decision: 'warn', reason: 'No.', template: 'identity' })).toEqual(template)
  expect(checkDecision('comment', { decision: 'burn', reason: 'No.', template: 'story' })).toEqual({
    decision: { code: 'decision-missing' },
    ...template,
  })
})

test('a decision is found only among those of its kind', () => {
  expect(findDecision('edit', 'warn')).toEqual({
    key: 'warn',
    effect: 'reject',
    mails: 'organizer',
    letter: { templates: ['story', 'picture', 'claims'] },
  })
  expect(findDecision('comment', 'warn')).toBeUndefined()
})
