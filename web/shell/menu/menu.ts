import {
  CalendarSync,
  ChartColumn,
  CircleUserRound,
  CreditCard,
  History,
  House,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  Package,
  Route,
  Settings,
  Truck,
  Users,
  Waypoints,
} from 'lucide-react';

export interface MenuItem {
  readonly to: string;
  readonly label: string;
  /** The label in the bottom bar, where four labels share the width of a phone. It must be part of the full label. */
  readonly shortLabel?: string;
  readonly icon: LucideIcon;
  /** Marked as current only on this exact path, not on paths below it. */
  readonly exact?: boolean;
}

/** The menus by role (SHELL-10). The bottom bar of a phone shows the first four. */
const menus: Readonly<Record<string, readonly MenuItem[]>> = {
  customer: [
    { to: '/dashboard', label: 'Home', icon: House },
    { to: '/pickup-history', label: 'Pickup History', shortLabel: 'History', icon: History },
    { to: '/billing', label: 'Billing', icon: CreditCard },
    { to: '/settings', label: 'Settings', icon: Settings },
  ],
  driver: [
    { to: '/driver', label: 'My Route', icon: Route, exact: true },
    { to: '/driver/map', label: 'Map View', shortLabel: 'Map', icon: MapIcon },
    { to: '/driver/history', label: 'Pickup History', shortLabel: 'History', icon: History },
    { to: '/driver/profile', label: 'Profile', icon: CircleUserRound },
  ],
  admin: [
    { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, exact: true },
    { to: '/admin/subscribers', label: 'Subscribers', icon: CalendarSync },
    { to: '/admin/members', label: 'All Members', shortLabel: 'Members', icon: Users },
    { to: '/admin/requests', label: 'One-Time Requests', shortLabel: 'Requests', icon: Package },
    { to: '/admin/routes', label: 'Route Optimization', icon: Waypoints },
    { to: '/admin/drivers', label: 'Driver Assignments', icon: Truck },
    { to: '/admin/reports', label: 'Pickup Reports', icon: ChartColumn },
    { to: '/admin/settings', label: 'Settings', icon: Settings },
  ],
};

const menuOfOthers: readonly MenuItem[] = [{ to: '/', label: 'Home', icon: House }];

export const bottomBarItems = 4;

export function menuOf(role: string): readonly MenuItem[] {
  return menus[role] ?? menuOfOthers;
}
