import { data } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/**
 * Returns the code in an email's link and the masked address; without an address and with status 404 for an invalid
 * code. Reading changes nothing.
 */
export async function loadByMailCode({ api }: RenderContext, request: Request) {
  const code = new URL(request.url).searchParams.get('code') ?? ''
  try {
    return data<{ code: string; email: string | undefined }>({
      code,
      email: (await api('POST /api/user/getByCode', { code })).email,
    })
  } catch (error) {
    if (isProblem(error))
      return data<{ code: string; email: string | undefined }>({ code, email: undefined }, { status: 404 })
    throw error
  }
}
