//! What the tables of weights are made of, from one definition: the struct, the way to replace every entry, a table of
//! zeros, and a tree to write it down by.

use crate::tapered::Tapered;
use crate::term::Term;

/// A part of a table with entries `S`: an entry, a plain number, an array of parts or a struct of parts.
pub(super) trait Part<S> {
    /// The same part of a table with entries `T`.
    type With<T>;

    /// The part with every entry replaced by what `f` makes of it, always in the order of definition.
    fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> Self::With<T>;
}

impl<S: Term> Part<S> for S {
    type With<T> = T;

    fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> T {
        f(*self)
    }
}

/// Numbers that are not fitted.
impl<S> Part<S> for i32 {
    type With<T> = i32;

    fn map<T>(&self, _: &mut impl FnMut(S) -> T) -> i32 {
        *self
    }
}

impl<S, P: Part<S>, const N: usize> Part<S> for [P; N] {
    type With<T> = [P::With<T>; N];

    fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> Self::With<T> {
        std::array::from_fn(|i| Part::map(&self[i], f))
    }
}

/// A table as a tree, to write it down by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A number that is not fitted.
    Number(i32),
    /// An entry.
    Entry(Tapered),
    /// An array.
    List(Vec<Tree>),
    /// A struct: its name, and its fields by name.
    Struct(&'static str, Vec<(&'static str, Tree)>),
}

impl Tree {
    /// Whether every number is zero.
    pub fn is_zero(&self) -> bool {
        match self {
            Tree::Number(number) => *number == 0,
            Tree::Entry(entry) => *entry == Tapered::ZERO,
            Tree::List(parts) => parts.iter().all(Tree::is_zero),
            Tree::Struct(_, fields) => fields.iter().all(|(_, part)| part.is_zero()),
        }
    }
}

/// A part of a table that plays.
pub(super) trait Values {
    /// The part without any value.
    const ZERO: Self;

    /// The part as a tree.
    fn tree(&self) -> Tree;
}

impl Values for i32 {
    const ZERO: i32 = 0;

    fn tree(&self) -> Tree {
        Tree::Number(*self)
    }
}

impl Values for Tapered {
    const ZERO: Tapered = Tapered::ZERO;

    fn tree(&self) -> Tree {
        Tree::Entry(*self)
    }
}

impl<P: Values, const N: usize> Values for [P; N] {
    const ZERO: [P; N] = [P::ZERO; N];

    fn tree(&self) -> Tree {
        Tree::List(self.iter().map(P::tree).collect())
    }
}

/// Defines a struct of weights with entries `S`. A new weight is one more field; in the tables that were fitted before,
/// which end with `..Weights::ZERO`, it is zero.
macro_rules! weights {
    ($($(#[$about:meta])* pub struct $name:ident<S> { $($(#[$doc:meta])* pub $field:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<S = Tapered> {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl<S: Term> Part<S> for $name<S> {
            type With<T> = $name<T>;

            fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> $name<T> {
                $name { $($field: Part::map(&self.$field, f),)* }
            }
        }

        impl $name {
            /// The table without any value.
            pub const ZERO: $name = <$name as Values>::ZERO;
        }

        impl Values for $name {
            const ZERO: $name = $name { $($field: Values::ZERO,)* };

            fn tree(&self) -> Tree {
                Tree::Struct(stringify!($name), vec![$((stringify!($field), self.$field.tree()),)*])
            }
        }
    )*};
}

pub(super) use weights;
