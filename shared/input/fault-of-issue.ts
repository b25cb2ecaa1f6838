import type { z } from 'zod'
import type { Fault } from '../problem.ts'

type Issue = z.core.$ZodIssue

/**
 * Returns what is wrong with a field, in words that help to correct it: its limit, a missing value, or the expected
 * form. `value` is what was sent for the field. A rule of the field's own names its code in `params`.
 */
export function faultOfIssue(issue: Issue, value: unknown): Fault {
  if (issue.code === 'custom') return { code: String(issue.params?.code ?? 'invalid-input') }
  if (value === undefined || value === null || value === '') return { code: 'field-required' }
  switch (issue.code) {
    case 'too_big':
      return { code: tooBig[issue.origin] ?? 'invalid-input', params: { max: Number(issue.maximum) } }
    case 'too_small':
      return { code: tooSmall[issue.origin] ?? 'invalid-input', params: { min: Number(issue.minimum) } }
    case 'invalid_type':
      return { code: wrongType[issue.expected] ?? 'invalid-input' }
    case 'invalid_value':
      return { code: 'choice-invalid' }
    case 'invalid_format':
      return { code: wrongFormat[issue.format] ?? 'invalid-input' }
    default:
      return { code: 'invalid-input' }
  }
}

const tooBig: Readonly<Record<string, string>> = {
  string: 'text-too-long',
  number: 'number-too-large',
  int: 'number-too-large',
  array: 'list-too-long',
}
const tooSmall: Readonly<Record<string, string>> = {
  string: 'text-too-short',
  number: 'number-too-small',
  int: 'number-too-small',
  array: 'list-too-short',
}
const wrongType: Readonly<Record<string, string>> = {
  number: 'number-invalid',
  int: 'number-not-whole',
  string: 'text-expected',
  array: 'list-expected',
}
const wrongFormat: Readonly<Record<string, string>> = {
  date: 'date-invalid',
  datetime: 'time-invalid',
  email: 'email-invalid',
}
