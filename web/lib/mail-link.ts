import { data } from 'react-router'
import { isProblem } from '#shared/problem.ts'

/**
 * Reads the data for an email's link. Returns null with status 404 if the link is invalid or expired; throws other
 * errors.
 */
export async function loadByMailLink<T>(ask: () => Promise<T>) {
  try {
    return { of: await ask() }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ of: null }, { status: 404 })
    throw error
  }
}
