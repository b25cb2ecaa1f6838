export { eraseTeamMember, insertTeamMembers } from './queries/team.ts'
export {
  changeTeamMember,
  deleteTeamMember,
  isPersonal,
  leaveTeamsOfCharity,
  listTeam,
  lockTeam,
  type TeamMember,
} from './queries/team-written.ts'
export type { TeamRole } from './tables.ts'
