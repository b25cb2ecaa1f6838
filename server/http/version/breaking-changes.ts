/** A JSON schema, with its references replaced. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
}

/** A call that API keys can make. */
type KeyCall = { readonly scope: string; readonly input: Schema; readonly output: Schema | null }
/** The calls of a version by method and path. */
export type KeyCalls = Readonly<Record<string, KeyCall>>

type Side = 'input' | 'output'

const typesOf = ({ type, anyOf }: Schema): readonly string[] => [
  ...(type === undefined ? [] : [type].flat()),
  ...(anyOf ?? []).flatMap(typesOf),
]

/** Returns the alternative of a schema that has parts; a nullable object is an alternative of null and the object. */
const partsOf = (schema: Schema): Schema =>
  schema.anyOf?.map(partsOf).find(({ properties, items }) => properties ?? items) ?? schema

function compareSchemas(before: Schema, after: Schema, path: string, side: Side): string[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const [was, is] = [typesOf(before), typesOf(after)]
  // A program reads every type that it knew, and sends every type that was accepted.
  const foreign =
    side === 'output' ? is.filter((type) => !was.includes(type)) : was.filter((type) => !is.includes(type))
  const removed = Object.keys(old.properties ?? {}).filter((name) => now.properties?.[name] === undefined)
  const [needed, given] = side === 'output' ? [old.required, now.required] : [now.required, old.required]
  const unmet = (needed ?? []).filter((name) => !(given ?? []).includes(name) && !removed.includes(name))
  const values = side === 'input' && now.enum ? (old.enum ?? []).filter((value) => !now.enum?.includes(value)) : []
  return [
    ...foreign.map((type) => `${path}: the type ${type} is ${side === 'output' ? 'new' : 'no longer accepted'}`),
    ...removed.map((name) => `${path}.${name} is removed`),
    ...unmet.map((name) => `${path}.${name} is ${side === 'output' ? 'no longer always present' : 'newly required'}`),
    ...values.map((value) => `${path}: the value ${String(value)} is no longer accepted`),
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const next = now.properties?.[name]
      return next ? compareSchemas(schema, next, `${path}.${name}`, side) : []
    }),
    ...(old.items && now.items ? compareSchemas(old.items, now.items, `${path}[]`, side) : []),
  ]
}

/**
 * Returns what would break a program that was written for the calls of an earlier version (contract-16): a call, field
 * or accepted value that is removed, a field that is newly required or no longer always present, and changed types.
 * Additions break nothing, also new values of an enumeration in a response.
 */
export const findBreakingChanges = (before: KeyCalls, after: KeyCalls): string[] =>
  Object.entries(before).flatMap(([name, call]) => {
    const next = after[name]
    if (!next) return [`${name} is removed`]
    return [
      ...(next.scope === call.scope ? [] : [`${name} needs the scope ${next.scope}`]),
      ...compareSchemas(call.input, next.input, `${name} input`, 'input'),
      ...(call.output && next.output ? compareSchemas(call.output, next.output, `${name} output`, 'output') : []),
    ]
  })
