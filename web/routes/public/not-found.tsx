import type { Namespaces } from '#web/lib/namespace-lists.ts'

/** The texts of the layout suffice. */
export const namespaces: Namespaces = []

export function loader() {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
