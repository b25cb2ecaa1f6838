import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

/**
 * Returns what was written in the form of a bank debit that an address names (`?debit=&token=`), as the mail about its
 * return links to it; nothing if it names none or its link has expired: the form is empty then.
 */
export async function returnedDebit({ api }: RenderContext, { searchParams }: URL) {
  const [intentId, token] = [searchParams.get('debit') ?? '', searchParams.get('token') ?? '']
  if (!isUuid(intentId) || token === '' || token.length > 400) return undefined
  try {
    return await api('GET /v4/returned-debits/:intentId', { intentId, token })
  } catch (error) {
    if (isProblem(error)) return undefined
    throw error
  }
}
