import { bottomBarItems, menuOf } from './menu.ts';
import { NavLink } from './nav-link.tsx';

/** The first items of the menu within reach of a thumb. */
export function BottomBar({ role }: { role: string }) {
  return (
    <nav
      aria-label="Shortcuts"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper px-safe pb-safe lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl low:max-w-3xl">
        {menuOf(role)
          .slice(0, bottomBarItems)
          .map((item) => (
            <li key={item.to} className="min-w-0 flex-1">
              <NavLink
                item={item}
                {...(item.shortLabel && { label: item.label })}
                className="flex h-(--bottom-bar) flex-col items-center justify-center gap-1 px-1 text-soft text-[0.8125rem] leading-none low:flex-row low:gap-2 transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-azure"
              >
                <item.icon className="size-6 shrink-0" aria-hidden="true" />
                <span className="max-w-full truncate py-px tiny:sr-only">{item.shortLabel ?? item.label}</span>
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
