import type { FormField, FormFields, ValuesOf } from './fields.ts'

/** `actionData` of a page. */
export type Sent = {
  readonly intent?: string
  readonly values: object
  readonly refused?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
}

export type FormStatus = {
  readonly isRefused: boolean
  /** The entries of the error summary. */
  readonly errors: readonly { readonly id: string; readonly text: string }[]
}

type NamesOf<Fields extends FormFields, Value> = {
  [Name in keyof Fields]: Fields[Name] extends FormField<infer Of> ? (Of extends Value ? Name : never) : never
}[keyof Fields] &
  string

/** A form as its page shows it. */
export type FormView<Fields extends FormFields> = FormStatus & {
  readonly values: Partial<ValuesOf<Fields>>
  readonly errorOf: (name: keyof Fields & string) => string | undefined
  /** The props of a text input, text area or select. */
  readonly control: (name: NamesOf<Fields, string>) => {
    readonly id: string
    readonly name: string
    readonly defaultValue: string
    readonly error: string | undefined
    readonly maxLength?: number
  }
  /** The props of a checkbox. */
  readonly check: (name: NamesOf<Fields, boolean>) => {
    readonly id: string
    readonly name: string
    readonly defaultChecked: boolean
  }
}

type Options<Fields extends FormFields> = {
  /** Prefix of the ids, on a page with several forms. */
  readonly prefix?: string
  /** Id of the element that an error without a field links to. The default is the first field. */
  readonly first?: string
  /** The page's own messages for fields that the API refuses. */
  readonly texts?: { readonly [Name in keyof Fields]?: string }
}

/**
 * Returns a form as its page shows it: the values that were sent, otherwise the `saved` ones, and the errors at their
 * fields. Pure, so that tests need no browser.
 */
export function viewForm<Fields extends FormFields>(
  fields: Fields,
  sent: Sent | undefined,
  saved: { readonly [Name in keyof Fields]?: ValuesOf<Fields>[Name] | null | undefined } = {},
  { prefix = '', first, texts = {} }: Options<Fields> = {},
): FormView<Fields> {
  const names = Object.keys(fields)
  const values = { ...saved, ...sent?.values } as Partial<ValuesOf<Fields>>
  const refused = sent?.refused
  const found = Object.entries(refused?.fields ?? {}).map(([path, text]) => {
    const name = names.find((candidate) => fields[candidate]?.path === path) ?? path
    return { id: prefix + name, text: texts[name] ?? text }
  })
  const errorOf = (name: string) => found.find(({ id }) => id === prefix + name)?.text
  return {
    isRefused: refused !== undefined,
    errors: refused && found.length === 0 ? [{ id: first ?? prefix + (names[0] ?? ''), text: refused.message }] : found,
    values,
    errorOf,
    control: (name) => {
      const max = fields[name]?.max
      const limit = max === undefined ? {} : { maxLength: max }
      return { id: prefix + name, name, defaultValue: String(values[name] ?? ''), error: errorOf(name), ...limit }
    },
    check: (name) => ({ id: prefix + name, name, defaultChecked: values[name] === true }),
  }
}

/** Returns what was sent if its form has this intent. */
export const sentAs = <Form extends { readonly intent: string }, const Intent extends Form['intent']>(
  sent: Form | undefined,
  intent: Intent,
): Extract<Form, { readonly intent: Intent }> | undefined =>
  sent?.intent === intent ? (sent as Extract<Form, { readonly intent: Intent }>) : undefined

/** Returns the entries of a page's error summary. A refusal that none of its forms shows links to `first`. */
export function errorsOf(sent: Sent | undefined, forms: readonly FormStatus[], first: string): FormStatus['errors'] {
  if (!sent?.refused) return []
  return forms.find(({ isRefused }) => isRefused)?.errors ?? [{ id: first, text: sent.refused.message }]
}

/**
 * Returns the success message that `?done=` in the page's address names. There is none after a submission, because a form
 * posts to the same address.
 */
export function doneIn<Message>(
  search: string,
  done: Readonly<Record<string, Message>>,
  sent: Sent | undefined,
): Message | undefined {
  const name = new URLSearchParams(search).get('done')
  return name !== null && Object.hasOwn(done, name) && !sent ? done[name] : undefined
}
