import { data, redirect } from 'react-router'
import { isProblem } from '#shared/problem.ts'

/** What a page of the operator's desk reads: whoever is not signed in logs in first, and for whom it is not the work there is no page. */
export async function theirs<T>(request: Request, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isProblem(error)) throw error
    const url = new URL(request.url)
    if (error.class === 'authentication') throw redirect(`/login?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`)
    if (error.class === 'authorization' || error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}
