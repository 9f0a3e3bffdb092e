// The icons of the Manage menu and of a person’s own, which are not part of the first load.
export {
  BellRing,
  Briefcase,
  Building2,
  CalendarHeart,
  Code2,
  Coffee,
  FolderKanban,
  ListPlus,
  Mails,
  MapPin,
  Network,
  Plug,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from 'lucide-react'
