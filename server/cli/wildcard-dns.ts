import { describeError } from '../ops/describe-error.ts'

/**
 * Returns the problem with the DNS of `*.PAGES_DOMAIN`, found by looking up a label that no charity has; undefined if
 * it resolves, `PAGES_DOMAIN` isn't set, or it is a demo's `localhost`. `resolve` throws like `dns.lookup`.
 */
export async function findWildcardDnsProblem(
  pagesDomain: string | undefined,
  { label, resolve }: { readonly label: string; readonly resolve: (host: string) => Promise<unknown> },
): Promise<string | undefined> {
  const domain = pagesDomain?.replace(/:\d+$/, '')
  if (domain === undefined || /(^|\.)localhost$/.test(domain)) return undefined
  try {
    await resolve(`${label}.${domain}`)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? `*.${domain} does not resolve, so charities' hosts cannot be reached: add a wildcard record (A, AAAA or CNAME) that leads to your proxy`
      : `*.${domain} could not be looked up: ${describeError(error)}`
  }
}
