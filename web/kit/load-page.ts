import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { loadRestricted } from '../lib/access.ts'

type Args<Params> = {
  readonly request: Request
  readonly params: Params
  readonly context: { get(key: typeof renderContext): RenderContext }
}
type Page<Params> = RenderContext & { readonly params: Params; readonly query: URLSearchParams }

/**
 * The loader of a page for visitors with a session. Others log in first and return; without permission the page is 404
 * (security-3).
 */
export function loadPage<Params, Data>(
  { context, params, request }: Args<Params>,
  read: (page: Page<Params>) => Promise<Data> | Data,
): Promise<Data> {
  const page = context.get(renderContext)
  const query = new URL(request.url).searchParams
  return loadRestricted(page.viewer, request, async () => read({ ...page, params, query }))
}
