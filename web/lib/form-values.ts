/** Returns a text field of a posted form or a query, cut to `max` characters. */
export function postedText(form: FormData | URLSearchParams, name: string, max: number): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, max) : ''
}

type RefusedForm = { readonly message: string; readonly fields: Readonly<Record<string, string>> }

/** Returns the entries of the error summary: one per invalid field, otherwise the error's text linked to `first`. */
export function toFormErrors(
  refused: RefusedForm | undefined,
  first: string,
): { readonly id: string; readonly text: string }[] {
  if (!refused) return []
  const fields = Object.entries(refused.fields)
  return fields.length > 0 ? fields.map(([id, text]) => ({ id, text })) : [{ id: first, text: refused.message }]
}
