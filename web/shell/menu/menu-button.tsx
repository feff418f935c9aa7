import { Menu } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { menuOf } from './menu.ts';
import { MenuList } from './menu-list.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export function MenuButton({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <Menu className="size-6" aria-hidden="true" />
      </IconButton>
      <Dialog
        placement="drawer"
        open={open}
        onOpenChange={setOpen}
        title={user.username}
        description={<span className="block truncate">{user.email}</span>}
      >
        <nav aria-label="Main" className="-mx-3">
          <MenuList items={menuOf(user.role)} onNavigate={() => setOpen(false)} />
        </nav>
        <div className="-mx-3 mt-3 border-line border-t pt-3">
          <SignOutButton className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-soft transition-colors hover:bg-step hover:text-ink" />
        </div>
      </Dialog>
    </>
  );
}
