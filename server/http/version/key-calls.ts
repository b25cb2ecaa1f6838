import { openApi } from '../openapi.ts'
import type { KeyCalls, Schema } from './breaking-changes.ts'

type Json = Readonly<Record<string, unknown>>
type Operation = {
  readonly 'x-scope'?: string
  readonly parameters: readonly { readonly name?: string; readonly required?: boolean; readonly schema?: Json }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Json }>> }>
  >
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

/** Returns the calls that API keys can make, with the schemas of the API document and without descriptions. */
export function keyCalls(): KeyCalls {
  const { paths, components } = openApi({ productName: '', contactEmail: '' }) as unknown as Document
  /** A schema that contains itself is compared at its first level only. `within`: the names of the schemas around it. */
  const toSchema = (node: Json, within: readonly string[] = []): Schema => {
    const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined
    if (name && within.includes(name)) return {}
    const inside = name ? [...within, name] : within
    const { type, properties, required, items, anyOf, enum: values } = name ? (components.schemas[name] ?? {}) : node
    return JSON.parse(
      JSON.stringify({
        type,
        required: (required as string[] | undefined)?.toSorted(),
        enum: values,
        properties:
          properties &&
          Object.fromEntries(
            Object.entries(properties as Record<string, Json>).map(([key, it]) => [key, toSchema(it, inside)]),
          ),
        items: items && toSchema(items as Json, inside),
        anyOf: (anyOf as Json[] | undefined)?.map((one) => toSchema(one, inside)),
      }),
    ) as Schema
  }
  const inputOf = ({ parameters, requestBody }: Operation): Schema => {
    const body = requestBody ? toSchema(requestBody.content['application/json'].schema) : {}
    const named = parameters.flatMap(({ name, schema, required }) =>
      name && schema ? [{ name, schema, required }] : [],
    )
    return {
      type: 'object',
      properties: {
        ...Object.fromEntries(named.map(({ name, schema }) => [name, toSchema(schema)])),
        ...body.properties,
      },
      required: [...named.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
    }
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  return Object.fromEntries(
    operations.flatMap(([name, operation]) => {
      const output = operation.responses['200']?.content?.['application/json']?.schema
      const { 'x-scope': scope } = operation
      return scope ? [[name, { scope, input: inputOf(operation), output: output ? toSchema(output) : null }]] : []
    }),
  )
}
