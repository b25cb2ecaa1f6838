import { postedText } from '../lib/form-values.ts'

/**
 * One field of a form. The server reads the posted value with it, and the control gets its limit from it. The type of the
 * value must fit the call that the form makes.
 */
export type FormField<Value> = {
  readonly read: (form: FormData, name: string) => Value | Promise<Value>
  /** The control's `maxLength`. */
  readonly max?: number
  /** Where the API's refusals name this field, if not by its name. */
  readonly path?: string
  /** A password, a code or a file: never sent back to the browser. */
  readonly isSecret?: true
  /** Of a field with several controls, such as an amount for each donation: what their names begin with. */
  readonly prefixes?: readonly string[]
}
export type FormFields = Readonly<Record<string, FormField<unknown>>>
export type ValuesOf<Fields extends FormFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FormField<infer Value> ? Value : never
}
type TextOptions = Pick<FormField<string>, 'path'>

/** Text beyond the limit is read too, so that the rule's own message refuses it and it is shown again. */
const readLimit = (max: number) => Math.max(200, 2 * max)

/** A text. `max` is the limit of the rule. */
export const text = (max: number, options: TextOptions = {}): FormField<string> => ({
  ...options,
  max,
  read: (form, name) => postedText(form, name, readLimit(max)),
})

/** A text without the white space around it. */
export const trimmed = (max: number, options: TextOptions = {}): FormField<string> => ({
  ...options,
  max,
  read: (form, name) => postedText(form, name, readLimit(max)).trim(),
})

/** A text whose control has no limit. Nothing is read beyond `limit`. */
export const unlimited = (limit: number, options: TextOptions = {}): FormField<string> => ({
  ...options,
  read: (form, name) => postedText(form, name, limit),
})

/** A password, a code, or a number that must not be shown again. */
export const secret = (max?: number): FormField<string> => ({
  ...(max === undefined ? {} : { max }),
  isSecret: true,
  read: (form, name) => postedText(form, name, 300),
})

/** A hidden id, version or idempotency key, or the value of a button. */
export const hidden: FormField<string> = { read: (form, name) => postedText(form, name, 100) }

export const checkbox: FormField<boolean> = { read: (form, name) => form.has(name) }

/** A select or radio group; an unknown value becomes `otherwise`. */
export const choice = <const Value extends string>(
  values: readonly Value[],
  otherwise: NoInfer<Value>,
): FormField<Value> => ({ read: (form, name) => values.find((value) => value === form.get(name)) ?? otherwise })

/** Several checkboxes of one name. */
export const choices = <const Value extends string>(values: readonly Value[]): FormField<Value[]> => ({
  read: (form, name) => values.filter((value) => form.getAll(name).includes(value)),
})

/** The texts of all controls whose names begin with one of the prefixes, by name. */
export const textsWith = (prefixes: readonly string[], max: number): FormField<Readonly<Record<string, string>>> => ({
  prefixes,
  read: (form) => {
    const names = [...form.keys()].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    return Object.fromEntries(names.map((name) => [name, postedText(form, name, readLimit(max))]))
  },
})

/** A file: its name and its content in Base64, both empty without a file. */
export const file: FormField<{ readonly name: string; readonly content: string }> = {
  isSecret: true,
  read: async (form, name) => {
    const posted = form.get(name)
    if (!(posted instanceof Blob)) return { name: '', content: '' }
    const content = Buffer.from(await posted.arrayBuffer()).toString('base64')
    return { name: posted.name.slice(0, 300), content }
  },
}

/** Reads a posted form. */
export async function readFields<Fields extends FormFields>(fields: Fields, form: FormData): Promise<ValuesOf<Fields>> {
  const read = Object.entries(fields).map(async ([name, field]) => [name, await field.read(form, name)] as const)
  return Object.fromEntries(await Promise.all(read)) as ValuesOf<Fields>
}

/** Returns the names of the controls that a page may keep, without secrets; `gift-*` means all that begin so. */
export const namesToKeep = (fields: FormFields): string[] =>
  Object.entries(fields).flatMap(([name, { isSecret, prefixes }]) =>
    isSecret ? [] : (prefixes?.map((prefix) => `${prefix}*`) ?? [name]),
  )

/** Returns the values that may be sent back to the browser. */
export const withoutSecrets = <Fields extends FormFields>(
  fields: Fields,
  values: ValuesOf<Fields>,
): Partial<ValuesOf<Fields>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.isSecret)) as Partial<ValuesOf<Fields>>
