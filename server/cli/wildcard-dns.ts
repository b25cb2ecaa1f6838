import { describeError } from '../ops/describe-error.ts'

/**
 * Returns a problem with the DNS record of `*.PAGES_DOMAIN`, by resolving an unused label below it. Returns undefined if
 * it resolves, `PAGES_DOMAIN` isn't set, or it is `localhost`. `resolve` throws like `dns.lookup`.
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
      ? `*.${domain} doesn’t resolve, so the hosts of charities can’t be reached: add a wildcard record (A, AAAA or CNAME) that points to your proxy`
      : `*.${domain} couldn’t be looked up: ${describeError(error)}`
  }
}
