import { data } from 'react-router'
import { isProblem } from '#shared/problem.ts'

/**
 * What the link of a mail is of; null, and a 404, for one that opens nothing (any more). What fails for another reason
 * is thrown.
 */
export async function ofMailLink<T>(ask: () => Promise<T>) {
  try {
    return { of: await ask() }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ of: null }, { status: 404 })
    throw error
  }
}
