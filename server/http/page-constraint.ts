import type { FastifyInstance } from 'fastify'

type Reader = 'browser' | 'program'
export const programsOnly: { readonly reader: Reader } = { reader: 'program' }

/**
 * Lets a call and a page share an address: a route with `programsOnly` doesn't match requests that accept HTML, which
 * go to the page's route. Without pages it matches every request.
 */
export function distinguishReaders(fastify: FastifyInstance, { withPages }: { readonly withPages: boolean }): void {
  fastify.addConstraintStrategy({
    name: 'reader',
    storage: () => {
      const handlers = new Map<unknown, unknown>()
      return {
        get: (reader: unknown) => handlers.get(reader) ?? null,
        set: (reader: unknown, handler: unknown) => void handlers.set(reader, handler),
      } as never
    },
    validate: () => undefined,
    deriveConstraint: ({ headers }: { headers: { accept?: string } }): Reader =>
      withPages && (headers.accept ?? '').includes('text/html') ? 'browser' : 'program',
  } as never)
}
