import {
  BarChart3,
  Briefcase,
  Calendar,
  ClipboardCheck,
  Clock,
  FileText,
  FolderKanban,
  Home,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MapPin,
  Network,
  Plane,
  Settings,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Me } from '../api/start.tsx'

/** A page of the app: where it is, how the menu names it, who has it, and its code, which is loaded when it is needed. */
export type PageEntry = {
  path: string
  /** How menus name it; without one it is reached from other pages. */
  name?: string
  icon: LucideIcon
  /** `main` is in sight everywhere, `manage` in the menu of the office, `own` under one's own name. */
  menu: 'main' | 'manage' | 'own' | 'none'
  who: (me: Me) => boolean
  page: ComponentType
  load: () => Promise<unknown>
}

const everybody = () => true
const leads = (me: Me) => me.leads
const admins = (me: Me) => me.is_admin

function entry(
  path: string,
  name: string | undefined,
  icon: LucideIcon,
  menu: PageEntry['menu'],
  who: PageEntry['who'],
  load: () => Promise<{ default: ComponentType }>,
): PageEntry {
  return { path, ...(name ? { name } : {}), icon, menu, who, page: lazy(load), load }
}

/** Every page there is, in the order of the menus. */
export const pages: readonly PageEntry[] = [
  entry('/', 'Clock', Clock, 'main', everybody, () => import('./clock/clock.tsx')),
]

export const icons = {
  BarChart3,
  Briefcase,
  Calendar,
  ClipboardCheck,
  FileText,
  FolderKanban,
  Home,
  KeyRound,
  ListChecks,
  MapPin,
  Network,
  Plane,
  Settings,
  Users,
  leads,
  admins,
}
