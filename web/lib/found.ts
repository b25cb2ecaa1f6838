import { isProblem } from '#shared/problem.ts'

/**
 * What a page shows to everybody by its address. An address that names nothing, or could name nothing, has no page
 * (404).
 */
export async function found<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isProblem(error) && (error.class === 'not-found' || error.class === 'validation'))
      throw new Response(null, { status: 404 })
    throw error
  }
}
