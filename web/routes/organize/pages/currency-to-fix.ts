import type { ServerApi } from '#server/pages/render-context.ts'

type Address = { readonly subdomain: string; readonly slug: string }

/** Returns the currency that the first publication of a page fixes; undefined if the page was published before. */
export async function currencyToFix(api: ServerApi, { subdomain, slug }: Address): Promise<string | undefined> {
  const [{ versions }, { currency }] = await Promise.all([
    api('GET /v4/organizations/:subdomain/hosted-pages/:slug/versions', { subdomain, slug }),
    api('GET /v4/organizations/:subdomain/hosted-pages/:slug', { subdomain, slug, draft: '1' }),
  ])
  return versions.length === 0 ? currency : undefined
}
