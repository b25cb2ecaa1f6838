import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultText } from '../texts/catalogue.ts'
import { faultOfIssue } from './fault-of-issue.ts'

const faultFor = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return faultOfIssue(error!.issues[0]!, value)
}

test.each([
  [z.string().max(3), 'abcd', 'text-too-long', 'Please use at most 3 characters.'],
  [z.string().min(3), 'ab', 'text-too-short', 'Enter at least 3 characters.'],
  [z.string().min(1), '', 'field-required', 'This field is required'],
  [z.string(), undefined, 'field-required', 'This field is required'],
  [z.number(), null, 'field-required', 'This field is required'],
  [z.string(), 7, 'text-expected', 'Enter text.'],
  [z.number().max(5), 6, 'number-too-large', 'Enter a number of at most 5.'],
  [z.number().min(5), 4, 'number-too-small', 'Enter a number of at least 5.'],
  [z.number().int(), 1.5, 'number-not-whole', 'Enter a whole number.'],
  [z.coerce.number(), 'ten', 'number-invalid', undefined],
  [z.array(z.string()).max(1), ['a', 'b'], 'list-too-long', 'Choose at most 1.'],
  [z.array(z.string()).min(2), ['a'], 'list-too-short', 'Choose at least 2.'],
  [z.array(z.string()), 'a', 'list-expected', 'Send a list.'],
  [z.iso.date(), '31.3.2027', 'date-invalid', 'Enter a date such as 2027-03-31.'],
  [z.iso.datetime(), 'noon', 'time-invalid', 'Enter a time such as 2027-03-31T12:00:00Z.'],
  [z.email(), 'amina', 'email-invalid', 'Enter an email address like name@example.org.'],
  [z.enum(['a', 'b']), 'c', 'choice-invalid', 'Please choose one of the answers listed.'],
  [z.string().regex(/^\d+$/), 'c', 'invalid-input', 'Please check your input and try again.'],
  [z.boolean(), 'c', 'invalid-input', 'Please check your input and try again.'],
  [z.object({}).strict(), { more: 1 }, 'invalid-input', 'Please check your input and try again.'],
])('%#: a wrong value has a message that says what is wrong, in both languages', (schema, value, code, text) => {
  const fault = faultFor(schema, value)
  expect(fault.code).toBe(code)
  if (text) expect(faultText(fault, 'en')).toBe(text)
  expect(faultText(fault, 'ar')).toMatch(/[\u0600-\u06FF]/)
})

test('a field’s own rule names its code', () => {
  const schema = z.string().refine(() => false, { params: { code: 'name-invisible' } })
  expect(faultFor(schema, 'x')).toEqual({ code: 'name-invisible' })
})
