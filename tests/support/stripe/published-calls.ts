import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PublishedTypes } from './published-types.ts'

const resources = path.join(import.meta.dirname, '../../../node_modules/stripe/esm')

type PublishedCall = { readonly method: string; readonly path: RegExp; readonly params: string | undefined }

/** Returns the calls of Stripe's API that the SDK has, with the names of their parameters' types. */
function readCalls(): PublishedCall[] {
  return globSync(`${resources}/resources/*.js`).flatMap((file) => {
    const types = readFileSync(file.replace(/\.js$/, '.d.ts'), 'utf8')
    const call = /^ {4}(\w+)\(.*\) \{\s+return this\._makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/gm
    return [...readFileSync(file, 'utf8').matchAll(call)].map(([, name = '', method = '', fixed, pattern = '']) => ({
      method,
      path: new RegExp(`^${(fixed ?? pattern).replaceAll(/\$\{[^}]+\}/g, '[^/]+')}$`),
      params: new RegExp(`^ {4}${name}\\(.*?params\\??: (\\w+)`, 'm').exec(types)?.[1],
    }))
  })
}

export type SentRequest = { readonly method: string; readonly path: string; readonly fields: object }

/** Returns why a sent request isn't one that the SDK's types allow; empty if it is. */
export function faultsOfRequest({ method, path: sent, fields }: SentRequest): string[] {
  calls ??= readCalls()
  types ??= new PublishedTypes(resources, { areTexts: true })
  const what = `${method} ${sent}`
  const call = calls.find((published) => published.method === method && published.path.test(sent))
  if (!call) return [`${what} isn't published`]
  if (Object.keys(fields).length === 0) return []
  return call.params ? types.faultsOf(fields, types.named(call.params), what) : [`${what} takes no parameters`]
}
let calls: PublishedCall[] | undefined
let types: PublishedTypes | undefined
