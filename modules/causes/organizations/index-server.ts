import { hasOrganizations } from './queries/organizations.ts'
import { pictureOwnerOf } from './pictures.ts'

/** What only the server uses of this module. */
export const organizationsServer = {
  hasOrganizations,
  pictureOwnerOf,
}
