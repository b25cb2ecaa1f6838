import fc from 'fast-check'
import { expect, test } from 'vitest'
import { organizationScopes, type OrganizationScope } from '#shared/api-keys/scopes.ts'
import { keyRoleFor } from './key-role.ts'

test('a key gets the weakest role that its scopes need, never that of an owner [security-21]', () => {
  expect(keyRoleFor(['pages:read'])).toBe('editor')
  expect(keyRoleFor(['donations:read', 'pages:read'])).toBe('donor-support')
  expect(keyRoleFor(['donors:read', 'payouts:read'])).toBe('finance')
  expect(keyRoleFor(organizationScopes)).toBe('admin')
  const strength = ['editor', 'donor-support', 'finance', 'admin']
  fc.assert(
    fc.property(
      fc.subarray<OrganizationScope>([...organizationScopes]),
      fc.constantFrom(...organizationScopes),
      (scopes, more) => {
        expect(strength.indexOf(keyRoleFor([...scopes, more]))).toBeGreaterThanOrEqual(
          strength.indexOf(keyRoleFor(scopes)),
        )
      },
    ),
  )
})
