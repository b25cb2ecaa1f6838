import { isEmail, normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import type { Fault } from '#shared/problem.ts'
import type { EnteredFields, Group } from './donor-field-values.ts'
import { definitionOf, fieldNames } from './donor-fields.ts'
import type { FieldPart, Text } from './field-definition.ts'
import { checkFreeText, checkName } from './free-text.ts'

/** Checks a donor's text by its field's rules. */
export function checkText(
  { max, check }: Pick<Text, 'max' | 'check'>,
  text: string | null | undefined,
): Fault | undefined {
  if (!text?.trim()) return undefined
  if (check === 'name') return checkName(text, max)
  if (check === 'free') return checkFreeText(text, max)
  if (check === 'email') return isEmail(normalizeEmail(text)) ? undefined : { code: 'email-invalid' }
  return text.length > max ? { code: 'text-too-long', params: { max } } : undefined
}

/** Checks every part of a group; required parts must be present. */
export const checkGroup = (
  name: string,
  parts: Readonly<Record<string, FieldPart>>,
  group: Group,
): [string, Fault | undefined][] =>
  Object.entries(parts).map(([part, definition]) => {
    const value = group[part]
    const text = typeof value === 'string' ? value : ''
    const isMissing =
      definition.kind === 'choice' ? !definition.options.includes(text) : definition.kind === 'text' && !text.trim()
    if (isMissing && definition.isRequired) return [`${name}.${part}`, { code: 'field-required' }]
    return [`${name}.${part}`, definition.kind === 'text' ? checkText(definition, text) : undefined]
  })

/** Checks the texts and groups of a donation. Faults are at `field` or `field.part`. */
export const checkFields = (fields: EnteredFields): { readonly [field: string]: Fault | undefined } =>
  Object.fromEntries(
    fieldNames.flatMap((name): [string, Fault | undefined][] => {
      const field = definitionOf(name)
      const value = (fields as Readonly<Record<string, unknown>>)[name] ?? undefined
      // Fields without a control are limited by the schema of their call.
      if (field.control === null) return []
      if (field.kind === 'text') return [[name, checkText(field, value as string | undefined)]]
      return field.kind === 'group' && value !== undefined ? checkGroup(name, field.parts, value as Group) : []
    }),
  )
