/**
 * An `application/x-www-form-urlencoded` body, decoded with Stripe's nesting: `card[number]`, `expand[0]`,
 * `metadata[key]`.
 */
export type FormValue = string | FormFields | FormValue[]
export type FormFields = { [name: string]: FormValue }

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

export function parseForm(body: string): FormFields {
  const fields: FormFields = Object.create(null) as FormFields
  if (body === '') return fields
  for (const pair of body.split('&')) {
    const index = pair.indexOf('=')
    const name = decode(index < 0 ? pair : pair.slice(0, index))
    const value = index < 0 ? '' : decode(pair.slice(index + 1))
    const open = name.indexOf('[')
    if (open < 0) {
      fields[name] = value
      continue
    }
    let target: FormFields = fields
    let key = name.slice(0, open)
    for (const [, inner = ''] of name.slice(open).matchAll(/\[([^\]]*)\]/g)) {
      const next = target[key]
      if (typeof next !== 'object' || Array.isArray(next)) target[key] = Object.create(null) as FormFields
      target = target[key] as FormFields
      key = inner === '' ? String(Object.keys(target).length) : inner
    }
    target[key] = value
  }
  return fields
}

export const text = (value: FormValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const group = (value: FormValue | undefined): FormFields =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
/** Returns a list in either notation: `expand[]=a`, `expand[0]=a`. */
export const list = (value: FormValue | undefined): string[] =>
  Object.values(group(value)).filter((item): item is string => typeof item === 'string')
/** Returns the text values of an object, for metadata. */
export const textValues = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(group(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
