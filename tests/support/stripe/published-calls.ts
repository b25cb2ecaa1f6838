import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PublishedTypes } from './published-types.ts'

const resources = path.join(import.meta.dirname, '../../../node_modules/stripe/esm')

type PublishedCall = {
  readonly method: string
  readonly path: RegExp
  readonly params: string | undefined
  /** The file with the type of the parameters. */
  readonly file: string
}

/** Returns the calls of Stripe's API that the SDK has, with the names of their parameters' types. */
function readCalls(): PublishedCall[] {
  return globSync(`${resources}/resources/*.js`).flatMap((file) => {
    const typesFile = file.replace(/\.js$/, '.d.ts')
    const types = readFileSync(typesFile, 'utf8')
    const call = /^ {4}(\w+)\(.*\) \{\s+return this\._makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/gm
    return [...readFileSync(file, 'utf8').matchAll(call)].map(([, name = '', method = '', fixed, pattern = '']) => ({
      method,
      path: new RegExp(`^${(fixed ?? pattern).replaceAll(/\$\{[^}]+\}/g, '[^/]+')}$`),
      params: new RegExp(`^ {4}${name}\\(.*?params\\??: (\\w+)`, 'm').exec(types)?.[1],
      file: typesFile,
    }))
  })
}

export type SentRequest = { readonly method: string; readonly path: string; readonly fields: object }

/** Returns why a sent request isn't one that the SDK's types allow; empty if it is. */
export function faultsOfRequest({ method, path: sent, fields }: SentRequest): string[] {
  calls ??= readCalls()
  const what = `${method} ${sent}`
  const call = calls.find((published) => published.method === method && published.path.test(sent))
  if (!call) return [`${what} isn't published`]
  if (Object.keys(fields).length === 0) return []
  if (!call.params) return [`${what} takes no parameters`]
  const types =
    typesByFile.get(call.file) ?? new PublishedTypes([call.file, `${resources}/shared.d.ts`], { areTexts: true })
  typesByFile.set(call.file, types)
  return types.faultsOf(fields, types.named(call.params), what)
}
let calls: PublishedCall[] | undefined
const typesByFile = new Map<string, PublishedTypes>()
