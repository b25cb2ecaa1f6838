import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces
/**
 * The sign-up page posts its form here, because a POST to its own path is the API's endpoint, which accepts JSON only.
 */
export { action, default, loader } from './sign-up.tsx'
