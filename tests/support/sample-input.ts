import { z } from 'zod'

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/**
 * Creates a valid input of a call with the simplest values of its required fields. `known`: values by field name for
 * patterns and existing rows.
 */
export function sampleInput(input: z.ZodType, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(root.$defs?.[name] ?? {})
  }
  const sample = (given: Schema): unknown => {
    const schema = resolve(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
    if (first) return sample(first)
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          (schema.required ?? []).map((field) => [field, known[field] ?? sample(schema.properties?.[field] ?? {})]),
        )
      case 'array':
        return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}))
      case 'number':
      case 'integer':
        return Math.max(1, schema.minimum ?? 1)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return schema.format === 'uuid' ? '00000000-0000-7000-8000-000000000000' : '1'
    }
  }
  return sample(root) as Record<string, unknown>
}
