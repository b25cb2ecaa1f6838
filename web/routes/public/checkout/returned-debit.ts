import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

/**
 * Returns the fields of the bank debit in the URL (`?debit=&token=`), which the email about its return links to;
 * undefined without one or if the link has expired.
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
